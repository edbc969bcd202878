printf 'layout: caf\351\nmodel: llama3-8b\n' > layout_broken_encoding.yaml
