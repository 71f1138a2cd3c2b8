"""Records of games: one tree of moves with what people wrote beside them, and the formats in which such records are kept."""

from counterplay.records.record import NULL, Estimate, Fault, Record, RecordNode
from counterplay.records.record_files import (
    FORMATS,
    Reading,
    iterate_records,
    parse_records,
    read_records,
    records_text,
    write_records,
)

__all__ = [
    "FORMATS",
    "NULL",
    "Estimate",
    "Fault",
    "Reading",
    "Record",
    "RecordNode",
    "iterate_records",
    "parse_records",
    "read_records",
    "records_text",
    "write_records",
]
