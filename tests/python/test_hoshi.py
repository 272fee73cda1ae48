#!/usr/bin/python3
"""test_hoshi.py - the Python package: positions, records, analysis, batches, and the promises of the two adapters.

usage: test_hoshi.py (HOSHI_LIBRARY and HOSHI_CFFI_HEADER name what the build made)"""
import copy
import os
import subprocess
import sys
import threading
import unittest

TOP = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
sys.path.insert(0, os.path.join(TOP, "bindings", "python"))
import numpy as np  # noqa: E402

import hoshi  # noqa: E402
from hoshi import openspiel, pettingzoo  # noqa: E402

SETUPS = [("palisade", dict(size=5)), ("redstone", dict(size=4)), ("redstone", dict(size=3, swap=False)),
          ("levee", dict(size=5)), ("claims", dict(width=3, height=4)), ("claims", dict(size=3, players=3, jacked=True))]


def some_game(p, rng):
    """Plays random legal actions, swaps and passes among them, to the end."""
    while not p.over:
        p.step(rng.choice(p.legal_actions()))
        yield p


class Positions(unittest.TestCase):
    def test_games_tell_what_they_have(self):
        games = hoshi.games()
        self.assertEqual(list(games), ["palisade", "redstone", "levee", "claims"])
        self.assertEqual(games["redstone"].options, {"swap": 1})
        self.assertEqual((games["claims"].players_max, games["claims"].designer), (4, "Barrie Evans"))

    def test_a_refusal_names_the_rule_and_the_points(self):
        p = hoshi.Position("levee", 5)
        with self.assertRaises(hoshi.IllegalMove) as caught:
            p.play("c3")
        self.assertEqual((caught.exception.rule, caught.exception.code), ("L3a", "HOSHI_ERR_ILLEGAL"))
        self.assertEqual(p.ply, 0)
        self.assertEqual(p.explain("c3").rule, "L3a")
        self.assertIsNone(p.explain("a1"))
        self.assertEqual(p.ply, 0)
        with self.assertRaises(hoshi.HoshiError) as caught:
            p.play("z9")
        self.assertEqual(caught.exception.code, "HOSHI_ERR_RANGE")
        for action in (-1, 25, 2 ** 31 - 1):
            with self.assertRaises(hoshi.HoshiError):
                p.step(action)

    def test_a_setup_that_cannot_be_says_what_can(self):
        with self.assertRaisesRegex(hoshi.HoshiError, "odd sizes from 3 to 25"):
            hoshi.Position("levee", 4)
        with self.assertRaisesRegex(hoshi.HoshiError, "no option komi"):
            hoshi.Position("levee", 5, komi=1)
        with self.assertRaisesRegex(hoshi.HoshiError, "palisade, redstone"):
            hoshi.Position("go")

    def test_words_and_actions_mean_the_same(self):
        rng = np.random.default_rng(1)
        for game, setup in SETUPS:
            p = hoshi.Position(game, **setup)
            for p in some_game(p, rng):
                actions = p.legal_actions()
                self.assertEqual(list(np.flatnonzero(p.legal_mask())), list(actions))
                self.assertEqual([p.action_of(word) for word in p.legal()], list(actions))

    def test_boards_are_arrays_from_the_bottom(self):
        p = hoshi.Position("claims", width=3, height=2).play("c1").play("a2")
        self.assertEqual(p.cells().tolist(), [[0, 0, 1], [2, 0, 0]])
        self.assertEqual(p.heights().tolist(), [[0, 0, 1], [1, 0, 0]])
        self.assertEqual(p.planes().shape, (2, 3, len(p.planes()[0, 0])))
        self.assertTrue(np.array_equal(p.planes(), p.planes(np.uint8) / np.float32(64)))
        with self.assertRaises(TypeError):
            p.planes(np.float64)

    def test_returns_are_by_seat(self):
        rng = np.random.default_rng(2)
        p = hoshi.Position("redstone", 3).play("b2").play("swap")
        for p in some_game(p, rng):
            pass
        self.assertEqual(p.winner_seat, 3 - p.winner_side)
        self.assertEqual(p.returns()[p.winner_seat - 1], 1)
        self.assertEqual(p.returns().sum(), 0)
        self.assertEqual(p.points(p.winner_side), 1)
        with self.assertRaises(hoshi.HoshiError):
            p.points(3)

    def test_copies_are_independent(self):
        p = hoshi.Position("redstone", 5)
        for q in (p.copy(), copy.copy(p), copy.deepcopy(p)):
            q.play("c3")
            self.assertEqual((p.ply, q.ply), (0, 1))
        p.assign(q)
        self.assertEqual(p, q)
        other = hoshi.Position("levee", 7)
        other.assign(p)
        self.assertEqual((other.game, other.width, other.actions), ("redstone", 5, 51))

    def test_diagrams_and_pictures(self):
        p = hoshi.Position("redstone", 3, diagram="b.w/.../...", side=2)
        self.assertEqual((p.side, p.diagram()), (2, "b.w\n...\n..."))
        with self.assertRaisesRegex(hoshi.HoshiError, "No play"):
            hoshi.Position("redstone", 3, diagram="bw./w../...")
        self.assertIn("<svg", p.svg("dark"))
        self.assertIn("a b c", str(p))

    def test_perft_counts(self):
        self.assertEqual([hoshi.Position("palisade", 3).perft(d) for d in (0, 1, 2)], [1, 5, 20])


class Records(unittest.TestCase):
    def test_a_record_is_made_written_and_read(self):
        r = hoshi.Record("redstone", 3, swap=True)
        r.append("b2").append("swap").append("a1")
        r.set_player(1, "Zoë")
        r.set_comment(2, "of course")
        with self.assertRaises(hoshi.IllegalMove):
            r.append("b2")
        r.result = "W+R"
        for again in (hoshi.Record.read(r.sgf()), hoshi.Record.read(r.json().encode())):
            self.assertEqual(again.moves(), ["b2", "swap", "a1"])
            self.assertEqual((again.player(1), again.comment(2), again.result), ("Zoë", "of course", "W+R"))
            self.assertEqual(again.position(), r.position())
            self.assertEqual(again.position(1).ply, 1)
        with self.assertRaises(hoshi.HoshiError):
            r.position(4)
        with self.assertRaises(IndexError):
            r.player(3)
        with self.assertRaisesRegex(hoshi.HoshiError, "line 1, column"):
            hoshi.Record.read("{nonsense")

    def test_a_record_begins_at_a_position(self):
        p = hoshi.Position("levee", 5).play("a1").play("b1")
        r = hoshi.Record(start=p).append("c1")
        self.assertEqual(hoshi.Record.read(r.sgf()).position(), p.copy().play("c1"))
        with self.assertRaises(TypeError):
            hoshi.Record()


class Analysis(unittest.TestCase):
    def test_the_engine_thinks_and_repeats_itself(self):
        p = hoshi.Position("redstone", 5)
        seen = []
        thoughts = [hoshi.Engine(memory_mib=16, seed=3).think(p, nodes=300, progress=seen.append) for _ in range(2)]
        self.assertEqual(thoughts[0].move, thoughts[1].move)
        self.assertEqual(thoughts[0].candidates[0].action, thoughts[0].action)
        self.assertEqual(p.action_of(thoughts[0].move), thoughts[0].action)
        with self.assertRaisesRegex(ZeroDivisionError, "division"):
            hoshi.Engine(memory_mib=16).think(p, seconds=60, progress=lambda so_far: 1 // 0)

    def test_it_stops_when_told(self):
        engine = hoshi.Engine(memory_mib=16)
        threading.Timer(0.1, engine.stop).start()
        self.assertLess(engine.think(hoshi.Position("palisade", 13), seconds=60).elapsed_ms, 50000)

    def test_a_net_judges_unless_it_is_unwanted(self):
        with open(os.path.join(TOP, "nets", "palisade.net"), "rb") as f:
            net = f.read()
        engine, p = hoshi.Engine(memory_mib=16), hoshi.Position("palisade", 9)
        engine.net(None)
        self.assertEqual(engine.think(p, nodes=50).net, 0)
        engine.net(net)
        self.assertNotEqual(engine.think(p, nodes=50).net, 0)
        with self.assertRaises(hoshi.HoshiError):
            engine.net(b"no net")

    def test_proofs(self):
        p = hoshi.Position("palisade", 3)
        self.assertEqual(hoshi.prove(p, 1, positions=100000).value, -1)
        answer = hoshi.prove(p, -1, positions=100000)
        self.assertEqual(answer.value, 1)
        self.assertEqual(p.text_of(answer.action), answer.move)


class Batches(unittest.TestCase):
    def test_a_batch_plays_what_positions_play(self):
        for game, setup in SETUPS:
            observe = None if setup.get("players") else "uint8"
            env = hoshi.vec(game, n=50, threads=2, seed=4, observe=observe, **setup)
            start = hoshi.Position(game, **setup)
            alone, ended = [start.copy() for _ in range(50)], 0
            for _ in range(60):
                actions = env.random_actions().copy()
                step = env.step(actions)
                for i, p in enumerate(alone):
                    p.step(actions[i])
                    self.assertEqual((bool(step.done[i]), step.plies[i]), (p.over, p.ply))
                    self.assertTrue(np.array_equal(step.rewards[i], p.returns()))
                    ended += p.over
                    if p.over:
                        p.assign(start)
                    self.assertEqual(step.seats[i], p.seat)
                    self.assertTrue(np.array_equal(step.legal[i], p.legal_mask()))
                    if observe:
                        self.assertTrue(np.array_equal(step.planes[i], p.planes(np.uint8)))
            self.assertGreater(ended, 0)

    def test_floats_are_planes_too(self):
        env = hoshi.vec("levee", 5, 3)
        self.assertTrue(np.array_equal(env.step([0, 1, 2]).planes[2], env.get(2).planes()))

    def test_an_illegal_action_plays_nothing(self):
        env = hoshi.vec("palisade", size=5, n=4)
        with self.assertRaisesRegex(hoshi.IllegalMove, "game 2, action 1"):
            env.step([0, 0, 1, 0])
        self.assertEqual(env.get(0).ply, 0)
        for wrong in ([0, 0], [[0, 0, 0, 0]]):
            with self.assertRaises(ValueError):
                env.step(wrong)
        with self.assertRaises(hoshi.HoshiError):
            env.get(4)

    def test_games_are_put_and_seeds_repeat(self):
        env = hoshi.vec("claims", 3, 2, auto_reset=False)
        env.put(0, hoshi.Position("claims", 3).play("a1").play("pass"))
        step = env.step([9, 9])
        self.assertEqual((step.done.tolist(), step.rewards.tolist()), ([True, False], [[1, -1], [0, 0]]))
        drawn = []
        for _ in range(2):
            env.reset(9)
            drawn.append([env.random_actions().tolist(), env.random_actions().tolist()])
        self.assertEqual(drawn[0], drawn[1])
        with self.assertRaises(hoshi.HoshiError):
            hoshi.vec("claims", 3, 2, players=3)  # its planes do not exist


class OpenSpiel(unittest.TestCase):
    """What every game of OpenSpiel promises (its integration tests ask the same)."""

    def test_promises(self):
        rng = np.random.default_rng(5)
        for name, setup in SETUPS:
            game = openspiel.load_game(name, setup)
            for _ in range(3):
                state, plies = game.new_initial_state(), 0
                while not state.is_terminal():
                    player, legal = state.current_player(), state.legal_actions()
                    self.assertIn(player, range(game.num_players()))
                    self.assertFalse(state.is_chance_node() or state.is_simultaneous_node())
                    self.assertEqual(legal, sorted(legal))
                    self.assertEqual(np.flatnonzero(state.legal_actions_mask(player)).tolist(), legal)
                    self.assertEqual(state.legal_actions((player + 1) % game.num_players()), [])
                    self.assertEqual(state.returns(), [0.0] * game.num_players())
                    self.assertEqual(len(state.observation_tensor(player)), game.observation_tensor_size())
                    action = int(rng.choice(legal))
                    self.assertEqual(state.string_to_action(player, state.action_to_string(player, action)), action)
                    child = state.child(action)
                    self.assertEqual(state.history(), child.history()[:-1])
                    child.undo_action(player, action)
                    self.assertEqual(str(child), str(state))
                    state.apply_action(action)
                    plies += 1
                self.assertEqual((state.current_player(), state.legal_actions()), (openspiel.TERMINAL_PLAYER, []))
                self.assertAlmostEqual(sum(state.returns()), game.utility_sum())
                self.assertTrue(all(game.min_utility() <= r <= game.max_utility() for r in state.returns()))
                self.assertLessEqual(plies, game.max_game_length())
                again = game.deserialize_state(state.serialize())
                self.assertEqual((str(again), again.returns()), (str(state), state.returns()))
                with self.assertRaises(hoshi.IllegalMove):
                    state.apply_action(0)

    def test_a_game_names_itself(self):
        game = openspiel.load_game("claims", width=3, height=4)
        self.assertEqual(str(game), "claims(height=4,width=3)")
        self.assertEqual(game.num_distinct_actions(), 13)


class PettingZoo(unittest.TestCase):
    """What the api_test and parallel_api_test of PettingZoo ask for."""

    def test_agents_in_turn(self):
        rng = np.random.default_rng(6)
        for name, setup in SETUPS:
            env = pettingzoo.aec_env(name, **setup)
            for _ in range(2):
                env.reset(seed=1)
                self.assertEqual(env.agents, env.possible_agents)
                total, left = dict.fromkeys(env.possible_agents, 0.0), []
                for agent in env.agent_iter():
                    observation, reward, terminated, truncated, info = env.last()
                    self.assertTrue(env.observation_space(agent).contains(observation))
                    self.assertFalse(truncated)
                    total[agent] += reward
                    if terminated:
                        left.append(agent)
                        env.step(None)
                        continue
                    action = env.action_space(agent).sample(observation["action_mask"])
                    self.assertTrue(env.action_space(agent).contains(action))
                    self.assertEqual(observation["action_mask"].sum(), env._p.legal_mask().sum())
                    env.step(int(rng.choice(np.flatnonzero(observation["action_mask"]))))
                self.assertEqual(sorted(left), env.possible_agents)
                self.assertEqual(env.agents, [])
                self.assertAlmostEqual(sum(total.values()), 0)
                self.assertEqual(list(total.values()), [float(r) for r in env._p.returns()])

    def test_who_is_done_plays_nothing(self):
        env = pettingzoo.aec_env("claims", 3)
        env.reset()
        for _ in range(2):
            env.step(9)
        with self.assertRaises(ValueError):
            env.step(9)

    def test_agents_at_once(self):
        for name, setup in SETUPS:
            env = pettingzoo.parallel_env(name, **setup)
            observations, infos = env.reset(seed=2)
            self.assertEqual(observations.keys(), set(env.agents))
            while env.agents:
                movers = [a for a in env.agents if observations[a]["action_mask"].any()]
                self.assertEqual(len(movers), 1)
                for agent, seen in observations.items():
                    self.assertTrue(env.observation_space(agent).contains(seen))
                agents = env.agents
                actions = {a: env.action_space(a).sample(observations[a]["action_mask"]) for a in movers}
                observations, rewards, terminated, truncated, infos = env.step(actions)
                for told in (observations, rewards, terminated, truncated, infos):
                    self.assertEqual(told.keys(), set(agents))
            self.assertTrue(all(terminated.values()))
            self.assertAlmostEqual(sum(rewards.values()), 0)


class Loading(unittest.TestCase):
    def test_without_the_library_the_import_says_what_to_do(self):
        done = subprocess.run([sys.executable, "-c", "import hoshi"], capture_output=True, text=True,
                              env={**os.environ, "HOSHI_LIBRARY": "/nowhere/libhoshi.so",
                                   "PYTHONPATH": os.path.join(TOP, "bindings", "python")})
        self.assertEqual(done.returncode, 1)
        self.assertIn("install libhoshi1, or set HOSHI_LIBRARY", done.stderr)


if __name__ == "__main__":
    unittest.main()
