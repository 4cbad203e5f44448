# Everything from nothing: each target first makes the virtual environment it needs. Only python3 (3.11 or later) with pip is assumed.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
PACKAGES := models solver puzzles render cli
NAMES := .cache/import-names/castlewise

DIFFERENTIALS := tests/castle_panic/test_differential.py tests/wizards_tower/test_differential.py tests/castellion/test_differential.py

.PHONY: demo test test-long env lint bench clean format

demo: $(READY)  ## the best way to play a turn, a castle that meets an ordeal, and how often a simple player wins
	$(BIN)/castlewise warm
	$(BIN)/castlewise suggest examples/last_stand.toml --explain
	$(BIN)/castlewise check 3T2B --fewest
	$(BIN)/castlewise suggest examples/castellion_first_exam.toml --time 2s
	$(BIN)/castlewise simulate castle-panic --players 2 --games 20000 --policy greedy --seed 8

test: $(READY)  ## all tests, compiled; then the rules' tests as plain Python
	$(BIN)/python -m pytest -n 2
	CASTLEWISE_JIT=0 $(BIN)/python -m pytest -n 2 -m "not compiled" tests/castle_panic tests/castellion tests/test_kernel.py tests/test_contract.py

test-long: $(READY)  ## every game beside its referee, 300,000 transitions each; verdicts on 2,000 positions beside a full search
	CASTLEWISE_DIFFERENTIAL=300000 $(BIN)/python -m pytest -s $(DIFFERENTIALS)
	CASTLEWISE_LONG=1 $(BIN)/python -m pytest -n 2 tests/solver/test_position_answer.py

env: $(READY)

$(READY): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "castlewise needs Python 3.11 or later; try make PYTHON=python3.12"; exit 1; }
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $(READY)

lint: $(READY)  ## ruff, and mypy --strict over the packages under their import names
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	@rm -rf $(NAMES) && mkdir -p $(NAMES)
	@for package in $(PACKAGES); do ln -s ../../../$$package $(NAMES)/$$package; done
	MYPYPATH=.cache/import-names:tests $(BIN)/mypy -p castlewise -p castle_panic -p castellion -p wizards_tower -p puzzles -p referee -p render -p solver
	MYPYPATH=.cache/import-names:tests:benchmarks $(BIN)/mypy benchmarks tests/*.py

format: $(READY)
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: $(READY)  ## the figures of docs/speed.md
	$(BIN)/python benchmarks/castle_panic_speed.py
	$(BIN)/python benchmarks/castellion_speed.py
	$(BIN)/python benchmarks/castle_panic_turns.py
	$(BIN)/python benchmarks/castellion_ordeals.py
	$(BIN)/python benchmarks/puzzles.py --verify

clean:
	rm -rf $(VENV) .cache build *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis
