#!/usr/bin/env python3
"""split.py HOSHI - one search by many processes gives the right answer and proof, even if processes are killed."""
import glob
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
import unittest

HOSHI = os.path.abspath(sys.argv.pop(1))
WORKED = re.compile(r"(\d+) jobs, (\d+) positions by this process, (\d+) by all; the question is (\w+)")


class Split(unittest.TestCase):
    def setUp(self):
        room = tempfile.TemporaryDirectory()
        self.addCleanup(room.cleanup)
        self.room = room.name
        self.folder = os.path.join(self.room, "shared")

    def solve(self, *args, status=0):
        done = subprocess.run([HOSHI, "solve", *args], capture_output=True, text=True, cwd=self.room, timeout=100)
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        return done.stdout + done.stderr

    def begin(self, *args):
        return subprocess.Popen([HOSHI, "solve", "--work", self.folder, *args], stdout=subprocess.PIPE,
                                text=True, cwd=self.room)

    def files(self, ending):
        return glob.glob(self.folder + "/*" + ending)

    def wait(self, fits):
        for _ in range(600):
            if fits():
                return
            time.sleep(0.1)
        self.fail("waited for a minute")

    def learned(self):
        out = self.solve("--merge", self.folder, "--nodes", "1", status=1)
        return int(re.search(r"learned: (\d+) positions", out)[1])

    def test_many_processes_find_the_answer_and_its_proof(self):
        self.solve("levee", "--size", "5", "--split", self.folder)
        workers = [self.begin("--job-nodes", "10", "--memory", "32") for _ in range(4)]
        counts = []
        for worker in workers:
            found = WORKED.search(worker.communicate(timeout=100)[0])
            self.assertEqual((worker.returncode, found[4]), (0, "answered"))
            counts.append(int(found[2]))
        proof = os.path.join(self.room, "proof")
        out = self.solve("--merge", self.folder, "--all", "--proof", proof)
        self.assertIn(f"learned: {sum(counts)} positions of 4 processes", out)
        self.assertIn("value: player 1 wins", out)
        done = subprocess.run([HOSHI, "verify", proof], capture_output=True, text=True, timeout=100)
        self.assertIn("proved: Levee 5x5, after 0 moves: player 1 wins", done.stdout)
        # A late process finds nothing to do, and no job is left over.
        self.assertIn("0 jobs, 0 positions by this process", self.solve("--work", self.folder))
        self.assertEqual(self.files(".job"), [])

    def test_one_process_in_small_jobs_does_not_work_much_more_than_one_search(self):
        alone = int(re.search(r"positions: (\d+)", self.solve("palisade", "--size", "5"))[1])
        self.solve("palisade", "--size", "5", "--split", self.folder)
        found = WORKED.search(self.solve("--work", self.folder, "--job-nodes", str(alone // 16)))
        self.assertGreaterEqual(int(found[1]), 8)
        self.assertLess(int(found[2]), 1.3 * alone)

    def test_draws_are_answered(self):
        self.solve("claims", "--size", "2", "--split", self.folder)
        self.assertEqual(WORKED.search(self.solve("--work", self.folder, "--job-nodes", "2"))[4], "answered")
        self.assertIn("value: a draw", self.solve("--merge", self.folder))

    def test_a_process_that_is_killed_loses_its_present_job_alone(self):
        self.solve("levee", "--size", "9", "--split", self.folder)
        worker = self.begin("--job-nodes", "200", "--memory", "32")
        self.wait(lambda: any(os.path.getsize(log) > 9000 for log in self.files(".log")))
        worker.send_signal(signal.SIGKILL)
        worker.communicate(timeout=100)
        left = self.learned()
        self.assertGreater(left, 200)
        self.assertEqual(len(self.files(".job")), 1)  # no process holds it
        found = WORKED.search(self.solve("--work", self.folder, "--nodes", "600", "--job-nodes", "200", status=1))
        self.assertEqual((int(found[3]), found[4]), (left + int(found[2]), "open"))
        self.assertEqual(self.learned(), int(found[3]))
        # An interrupt ends a job early, but keeps its results.
        before = set(self.files(".job"))
        worker = self.begin("--job-nodes", "100000000", "--memory", "32")
        self.wait(lambda: set(self.files(".job")) - before)  # it has begun to catch interrupts
        worker.terminate()
        out = worker.communicate(timeout=100)[0]
        self.assertEqual(worker.returncode, 143, out)
        self.assertEqual(self.learned(), int(WORKED.search(out)[3]))

    def test_half_a_job_at_the_end_of_a_log_is_left_out(self):
        self.solve("levee", "--size", "5", "--split", self.folder)
        self.solve("--work", self.folder, "--nodes", "60", "--job-nodes", "20", status=1)
        [log] = self.files(".log")
        with open(log, "rb") as f:
            whole = f.read()
        before = self.learned()
        first = 8 + int.from_bytes(whole[:8], "little")
        for torn in (whole[:first - 1], whole[:40], whole[:8], whole[:3]):
            with open(log, "ab") as f:
                f.write(torn)
            self.assertEqual(self.learned(), before)
            with open(log, "wb") as f:
                f.write(whole)
        with open(log, "wb") as f:  # one bit has changed
            f.write(whole[:100] + bytes([whole[100] ^ 1]) + whole[101:])
        self.assertIn("damaged", self.solve("--work", self.folder, status=1))

    def test_what_does_not_go_together_is_refused(self):
        self.assertIn("has no question", self.solve("--work", self.room, status=1))
        self.solve("levee", "--size", "5", "b2", "--split", self.folder)
        self.assertIn("has a question already", self.solve("levee", "--split", self.folder, status=1))
        for args in (["levee", "--work", self.folder], ["--work", self.folder, "--all"],
                     ["--work", self.folder, "--threads", "2"], ["levee", "--merge", self.folder],
                     ["levee", "--split", self.folder + "2", "--exact"]):
            self.solve(*args, status=2)


if __name__ == "__main__":
    unittest.main()
