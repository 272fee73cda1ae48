"""A network between a server and its database that loses packets, is cut and mended: a relay to a socket of
the file system, on such a socket of its own."""
import os
import random
import shutil
import socket
import tempfile
import threading
import time

RETRANSMIT_S = 0.2  # what a lost packet costs: TCP sends it again after that time


class Relay:
    """loss: the share of packets that are lost. After `cut` nothing passes, and connections hang, until
    `mend`; `reset` ends all connections."""

    def __init__(self, target):
        self.target = target
        self.folder = tempfile.mkdtemp(prefix="hoshi-relay-")
        self.loss = 0
        self.whole = threading.Event()
        self.whole.set()
        self.mutex = threading.Lock()
        self.sockets = set()
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(os.path.join(self.folder, os.path.basename(target)))
        self.listener.listen(64)
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self):
        while True:
            try:
                here, _ = self.listener.accept()
            except OSError:
                return
            threading.Thread(target=self._connect, args=(here,), daemon=True).start()

    def _connect(self, here):
        self.whole.wait()
        there = socket.socket(socket.AF_UNIX)
        try:
            there.connect(self.target)
        except OSError:
            here.close()
            there.close()
            return
        with self.mutex:
            self.sockets |= {here, there}
        threading.Thread(target=self._pass, args=(there, here), daemon=True).start()
        self._pass(here, there)

    def _pass(self, a, b):
        try:
            while data := a.recv(65536):
                self.whole.wait()
                pause = RETRANSMIT_S
                while random.random() < self.loss:
                    time.sleep(pause)
                    pause *= 2
                b.sendall(data)
        except OSError:
            pass
        for s in (a, b):
            with self.mutex:
                self.sockets.discard(s)
            try:
                s.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass

    def cut(self):
        self.whole.clear()

    def mend(self):
        self.whole.set()

    def reset(self):
        with self.mutex:
            sockets = list(self.sockets)
        for s in sockets:
            try:
                s.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass

    def close(self):
        self.mend()
        self.listener.close()
        self.reset()
        shutil.rmtree(self.folder, ignore_errors=True)
