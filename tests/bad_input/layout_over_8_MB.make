{ echo 'layout: test'; head -c 9000000 /dev/zero | tr '\0' '#'; } > layout_over_8_MB.yaml
