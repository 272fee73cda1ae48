"""openspiel.py - the games in the shape of OpenSpiel's pyspiel: load_game(), Game and State.

Players count from 0, which is seat 1. OpenSpiel need not be there; what takes its games by duck typing takes these."""
import json

import numpy as np

from .position import Position, games

TERMINAL_PLAYER, INVALID_ACTION = -4, -1  # pyspiel's numbers


class Game:
    def __init__(self, name, **setup):
        self._name, self._setup = name, setup
        self._start = Position(name, **setup)
        self._game = games()[self._start.game]

    def new_initial_state(self):
        return State(self, self._start.copy(), [])

    def num_players(self):
        return self._start.players

    def num_distinct_actions(self):
        return self._start.actions

    def max_game_length(self):
        """A bound, far above what happens: redstone.c counts Redstone's plies, claims.h the heights of stacks, and a pass
        of every player ends a game of Claims."""
        points = self._start.width * self._start.height
        return points * max(points + 4, 95 * self.num_players())

    def min_utility(self):
        return -1.0

    def max_utility(self):
        return 1.0

    def utility_sum(self):
        return 0.0

    def observation_tensor_shape(self):
        return list(self._start.observation().shape)

    def observation_tensor_size(self):
        return int(np.prod(self.observation_tensor_shape()))

    def get_parameters(self):
        return dict(self._setup)

    def deserialize_state(self, text):
        state = self.new_initial_state()
        for action in json.loads(text):
            state.apply_action(action)
        return state

    def __str__(self):
        words = ",".join(f"{k}={v}" for k, v in sorted(self._setup.items()))
        return f"{self._name}({words})"

    def __repr__(self):
        return str(self)


class State:
    def __init__(self, game, position, history):
        self._game, self._p, self._history = game, position, history

    def get_game(self):
        return self._game

    def current_player(self):
        return TERMINAL_PLAYER if self._p.over else self._p.seat - 1

    def is_terminal(self):
        return self._p.over

    def is_chance_node(self):
        return False

    def is_simultaneous_node(self):
        return False

    def num_players(self):
        return self._p.players

    def legal_actions(self, player=None):
        if player is not None and player != self.current_player():
            return []
        return [int(a) for a in self._p.legal_actions()]

    def legal_actions_mask(self, player=None):
        if player is not None and player != self.current_player():
            return [0] * self._p.actions
        return [int(a) for a in self._p.legal_mask()]

    def apply_action(self, action):
        self._p.step(action)
        self._history.append(int(action))

    def undo_action(self, player, action):
        """Takes the last action back, by playing the others again."""
        if not self._history or self._history[-1] != action:
            raise ValueError("that is not the last action")
        again = self._game.new_initial_state()
        for a in self._history[:-1]:
            again.apply_action(a)
        if again.current_player() != player:
            raise ValueError("another player played it")
        self._p, self._history = again._p, again._history

    def clone(self):
        return State(self._game, self._p.copy(), list(self._history))

    def child(self, action):
        state = self.clone()
        state.apply_action(action)
        return state

    def returns(self):
        return [float(r) for r in self._p.returns()]

    def rewards(self):
        return self.returns()

    def player_return(self, player):
        return self.returns()[player]

    def history(self):
        return list(self._history)

    def history_str(self):
        return ", ".join(map(str, self._history))

    def action_to_string(self, player, action=None):
        return self._p.text_of(player if action is None else action)

    def string_to_action(self, player, word=None):
        return self._p.action_of(player if word is None else word)

    def observation_tensor(self, player=None):
        return self._p.observation().ravel().tolist()

    def observation_string(self, player=None):
        return self._p.diagram()

    def information_state_string(self, player=None):
        return self.history_str()

    def serialize(self):
        return json.dumps(self._history)

    def __str__(self):
        return str(self._p)


def load_game(name, parameters=None, **setup):
    """load_game("redstone", size=9), or with a dict of parameters as in pyspiel."""
    return Game(name, **{**(parameters or {}), **setup})
