printf 'layout: a\0b\n' > layout_binary.yaml
