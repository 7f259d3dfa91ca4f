CREATE TABLE stream (
    id VARCHAR NOT NULL PRIMARY KEY, kind VARCHAR NOT NULL, slug VARCHAR NOT NULL UNIQUE, version INTEGER NOT NULL
);
CREATE TABLE event (
    stream VARCHAR NOT NULL REFERENCES stream (id), version INTEGER NOT NULL, kind VARCHAR NOT NULL, form INTEGER NOT NULL,
    data TEXT NOT NULL, command VARCHAR NOT NULL, actor VARCHAR NOT NULL, at VARCHAR NOT NULL, acknowledged TEXT NOT NULL,
    PRIMARY KEY (stream, version), CONSTRAINT event_command UNIQUE (stream, command, version)
);
CREATE TABLE snapshot (
    stream VARCHAR NOT NULL REFERENCES stream (id), version INTEGER NOT NULL, data BLOB NOT NULL,
    PRIMARY KEY (stream, version)
);
CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL PRIMARY KEY);
INSERT INTO alembic_version VALUES ('1');
INSERT INTO stream VALUES ('t1', 'tournament', 'tea-party', 3), ('t2', 'tournament', 'croquet', 0);
INSERT INTO event VALUES ('t1', 1, 'tournament.opened', 1, '{"name":"Tea Party"}', 'c1', 'ada', '2026-11-16T09:00:00Z', '[]');
INSERT INTO event VALUES ('t1', 2, 'player.entered', 1, '{"key":"p1","name":"M\u00fcller"}', 'c2', 'ada', '2026-11-16T09:01:00Z', '[]');
INSERT INTO event VALUES ('t1', 3, 'round.paired', 1, '{"round":1,"boards":[]}', 'c3', 'bo', '2026-11-16T09:02:00Z', '["not-feasible@2"]');
