class StudioKills:
    ALL = 0

    def __init__(self, ground):
        pass
