{ printf 'layout: '; for i in $(seq 200); do printf '['; done; echo; } > layout_nests_too_deep.yaml
