"""``python -m bpetui`` is ``bpetui``."""

import sys

from bpetui.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
