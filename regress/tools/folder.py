# SPDX-License-Identifier: GPL-3.0-or-later
"""What the checks of an output folder share: its files, and counting what is
not the same."""
import json
import os


class Folder:
    def __init__(self, place):
        self.place = place
        self.wrong = 0
        self.report = json.load(open(self.path("report.json")))

    def path(self, name):
        return os.path.join(self.place, name)

    def same(self, what, a, b):
        if a != b:
            self.wrong += 1
            print(f"{what}: {a} instead of {b}")
