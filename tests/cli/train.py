#!/usr/bin/python3
"""train.py HOSHI ROOT - runs tools/train on tiny data of each game, and compares the net with the program.

Games are played, a net learns for some steps, continues from its state, and is written. Then the program's
integers must agree with PyTorch. Exit status 77 (skipped) without Debian's python3-torch."""
import json
import os
import runpy
import shutil
import subprocess
import sys
import tempfile
import traceback
import zlib

try:
    import numpy as np
    import torch
except ImportError:
    print("skipped: no python3-torch here, which only training needs")
    sys.exit(77)

HOSHI, ROOT = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
TOOLS = os.path.join(ROOT, "tools", "train")
sys.path.insert(0, TOOLS)
from model import Net, Rounding  # noqa: E402
from rows import Data  # noqa: E402
from warm import read_file  # noqa: E402

SIZES = {"palisade": 5, "redstone": 4, "levee": 5, "claims": 4}
NEAR = 0.02  # the integers round once a layer, and so does their stand-in


def run(*words, status=0):
    done = subprocess.run(words, capture_output=True, text=True, cwd=TOOLS)
    if done.returncode != status:
        sys.exit(f"{' '.join(words)}: status {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout + done.stderr


def script(name, *words, status=0):
    """Runs a script of tools/train in a forked process that has already imported PyTorch: the import takes longer
    than most of the scripts."""
    with tempfile.TemporaryFile("w+") as said:
        sys.stdout.flush()
        child = os.fork()
        if child == 0:
            os.dup2(said.fileno(), 1)
            os.dup2(said.fileno(), 2)
            os.chdir(TOOLS)
            sys.argv = [name, *words]
            code = 0
            try:
                runpy.run_path(os.path.join(TOOLS, name), run_name="__main__")
            except SystemExit as end:
                if isinstance(end.code, str):
                    print(end.code, file=sys.stderr)
                code = end.code if isinstance(end.code, int) else int(end.code is not None)
            except BaseException:
                traceback.print_exc()
                code = 1
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(code)
        code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        said.seek(0)
        text = said.read()
    if code != status:
        sys.exit(f"{name} {' '.join(words)}: status {code}\n{text}")
    return text


def explain(game, size, file):
    """The program's judgement of the empty board."""
    plain = ["--opt", "swap=0"] if game == "redstone" else []
    return json.loads(run(HOSHI, "analyze", game, "--size", str(size), *plain, "--explain", "--json",
                          "--top", "16", "--net", file))


def compare(game, size, folder, state, file):
    """The first position of the first game, by PyTorch and by the program."""
    said = explain(game, size, file)
    board = next(iter(Data(folder, HOSHI, 10**6).refresh().held.values()))
    net = Net(**state["shape"])
    net.load_state_dict(state["mean"])
    net.eval()
    Rounding.on = True
    x, _, legal, _, _, _ = board.batch(np.array([0]), 0)
    with torch.no_grad():
        policy, value, _ = net(x)
    Rounding.on = False
    shares = torch.softmax(policy.masked_fill(~legal, -1e9), 1)[0].sort(descending=True)[0]
    for i, move in enumerate(said["policy"]):
        if abs(move["share"] - shares[i].item()) > NEAR:
            sys.exit(f"{game}: move {i} has {move['share']}, and {shares[i].item()} by PyTorch")
    rate = torch.sigmoid(value[0, 0]).item()
    if abs(said["winrate"] - rate) > NEAR:
        sys.exit(f"{game}: a rate of {said['winrate']}, and {rate} by PyTorch")


def start_from(game, size, folder, learn, file):
    """A step that changes nothing, from a net file: the net is the file's again."""
    out, again = os.path.join(folder, "warm"), os.path.join(folder, "again.net")
    script("train.py", os.path.join(folder, "data"), out, *learn, "--from", file, "--steps", "1", "--rate", "0",
           "--seed", "2")
    script("export.py", os.path.join(out, "state.pt"), again, "--side", str(size))
    old, new = explain(game, size, file), explain(game, size, again)
    shares = {move["move"]: move["share"] for move in new["policy"]}
    for move in old["policy"]:
        if abs(move["share"] - shares.get(move["move"], 0)) > NEAR:
            sys.exit(f"{game}: {move} when written, {shares.get(move['move'], 0)} when read back")
    if abs(old["winrate"] - new["winrate"]) > NEAR:
        sys.exit(f"{game}: a rate of {old['winrate']} when written, {new['winrate']} when read back")
    with open(file, "rb") as f:
        data = bytearray(f.read())
    data[11] += 1
    data[28:32] = zlib.crc32(data[32:], zlib.crc32(data[:28])).to_bytes(4, "little")
    other, failed = os.path.join(folder, "other.net"), os.path.join(folder, "failed")
    with open(other, "wb") as f:
        f.write(data)
    said = script("train.py", os.path.join(folder, "data"), failed, *learn, "--from", other, status=1)
    if f"planes of version {data[11]}" not in said:
        sys.exit(f"{game}: from a net for other planes: {said}")
    data[100] ^= 1
    with open(file, "wb") as f:
        f.write(data)
    try:
        read_file(file)
        sys.exit(f"{game}: a damaged net file is taken")
    except SystemExit as end:
        if "damaged" not in str(end):
            raise


def train(game, size, folder):
    data, out, file = (os.path.join(folder, n) for n in ("data", "out", f"{game}.net"))
    # Two files: every sixteenth is held out, the first among them.
    run(HOSHI, "selfplay", game, "--size", str(size), "--games", "64", "--nodes", "12", "--fast", "4",
        "--teach", "100", "--random", "0", "--drawn", "6", "--out", data)
    small = ["--hoshi", HOSHI, "--batch", "16", "--channels", "16", "--blocks", "2"]
    learn = ["train.py", data, out, *small]
    script(*learn, "--steps", "6")
    with open(os.path.join(data, f"{game}-{size}x{size}-1-00002.games"), "wb") as f:
        f.write(b"broken")
    if "left out" not in script(*learn, "--steps", "9"):  # continues from the state
        sys.exit("a broken file of games is not named")
    steps = [json.loads(line)["step"] for line in open(os.path.join(out, "log.jsonl"))]
    if steps != [6, 9]:
        sys.exit(f"reports at the steps {steps}")
    os.remove(os.path.join(data, f"{game}-{size}x{size}-1-00002.games"))
    changed = os.path.join(folder, "changed")
    os.mkdir(changed)
    state = torch.load(os.path.join(out, "state.pt"))
    torch.save(dict(state, version=99), os.path.join(changed, "state.pt"))
    said = script("train.py", data, changed, *small, "--steps", "12", status=1)
    if "planes of version 99" not in said:
        sys.exit(f"{game}: continues from a state for other planes: {said}")
    script("export.py", os.path.join(out, "state.pt"), file, "--side", str(size))
    compare(game, size, data, torch.load(os.path.join(out, "state.pt")), file)
    start_from(game, size, folder, small, file)
    if game == "palisade":
        generations(game, size, folder, os.path.join(folder, "again.net"))
        sprint(game, size, folder)
        blend(game, size, folder)


def generations(game, size, folder, net):
    """Two generations, the second by a run of its own; a run that has nothing to do changes nothing. Openings that
    are given replace random plies in the match."""
    at = os.path.join(folder, "generations")
    words = ["generations.py", game, at, "--from", net, "--hoshi", HOSHI, "--nodes", "8", "--fast", "4",
             "--steps", "2", "--batch", "16", "--match-nodes", "4", "--match-games", "4", "--least", "4",
             "--side", str(size)]
    openings = os.path.join(folder, "openings.txt")
    with open(openings, "w", encoding="utf-8") as f:
        f.write("a1 b1\n")
    for last in ("1", "2", "2"):
        more = ["--openings", openings] if last == "2" else []
        run(sys.executable, *words, "--generations", last, "--mix", f"{size}:64", *more)
    with open(os.path.join(at, "ladder.jsonl"), encoding="utf-8") as f:
        ladder = [json.loads(line) for line in f]
    if [line["generation"] for line in ladder] != [1, 2] or ladder[0]["positions"] >= ladder[1]["positions"]:
        sys.exit(f"the ladder: {ladder}")
    for line in ladder:
        with open(os.path.join(at, str(line["generation"]), "match.json"), encoding="utf-8") as f:
            result = json.load(f)
        if result["share"] != line["share"] or result["games"] != line["match"]:
            sys.exit(f"{line} differs from its match {result}")
        if result["random_plies"] != (4 if line["generation"] == 1 else 0):
            sys.exit(f"random plies in the match of generation {line['generation']}")
    best = [net] + [os.path.join(at, str(line["generation"]), "game.net") for line in ladder if line["better"]]
    with open(best[-1], "rb") as f, open(os.path.join(at, "best.net"), "rb") as g:
        if f.read() != g.read():
            sys.exit(f"best.net is not {best[-1]}")
    if "SIZE:GAMES" not in run(sys.executable, *words, "--mix", "5", status=2):
        sys.exit("a bad --mix is not told")


def sprint(game, size, folder):
    """Two runs, each with a cycle that learns also from games that were there before."""
    at, nets = os.path.join(folder, "sprint"), os.path.join(folder, "nets")
    os.makedirs(nets)
    shutil.copy(os.path.join(folder, "again.net"), os.path.join(nets, f"{game}.net"))
    shutil.copytree(os.path.join(folder, "data"), os.path.join(at, game, "games"))
    words = [sys.executable, "sprint.py", at, f"{game}:{size}:1:1", "--hoshi", HOSHI, "--nets", nets, "--jobs", "2",
             "--seconds", "1", "--cycles", "1", "--nodes", "6", "--fast", "2", "--batch", "16", "--epochs", "0.1"]
    for cycle in (1, 2):
        if f"{game}, cycle {cycle}" not in run(*words):
            sys.exit(f"cycle {cycle} of the sprint does not say what it has learned")
        with open(os.path.join(at, game, "newest.net"), "rb") as f, \
             open(os.path.join(at, game, str(cycle), "game.net"), "rb") as g:
            if f.read() != g.read():
                sys.exit(f"newest.net is not that of cycle {cycle}")
    if "not GAME:SIZE:SHARE" not in run(*words[:3], f"{game}:x:1", status=2):
        sys.exit("a bad board of a sprint is not told")


def blend(game, size, folder):
    """The mean of two nets that has all of one of them is that net."""
    old, new = os.path.join(folder, "again.net"), os.path.join(folder, "sprint", game, "newest.net")
    mean = os.path.join(folder, "mean.net")
    for share, other in (("0", old), ("1", new)):
        script("blend.py", old, new, mean, "--share", share, "--side", str(size))
        if explain(game, size, mean) != dict(explain(game, size, other), net=explain(game, size, mean)["net"]):
            sys.exit(f"the blend of share {share} is not {other}")
    if "different games" not in script("blend.py", old, os.path.join(ROOT, "nets", "levee.net"), mean, status=1):
        sys.exit("nets of two games are blended")


def main():
    torch.set_num_threads(1)
    for game, size in SIZES.items():
        folder = tempfile.mkdtemp()
        try:
            train(game, size, folder)
        finally:
            shutil.rmtree(folder)
        print(f"{game}: learned, written, the same numbers")


main()
