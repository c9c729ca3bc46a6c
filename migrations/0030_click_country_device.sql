-- A click keeps the country and the kind of device of its visitor. Both are empty for clicks from before, under Global
-- Privacy Control, and where they are unknown. PostgreSQL adds columns of these types without rewriting the clicks; a
-- domain with a CHECK would rewrite them.
CREATE TYPE device AS ENUM ('desktop', 'mobile', 'tablet', 'tv');

ALTER TABLE click ADD COLUMN country character(2), ADD COLUMN device device;
