-- A click keeps the country and the kind of device of its visitor. Both are empty for clicks from before, under Global
-- Privacy Control, and where they are unknown. These types, unlike a domain with a CHECK, let PostgreSQL add the columns
-- without rewriting the clicks.
CREATE TYPE device AS ENUM ('desktop', 'mobile', 'tablet', 'tv');

ALTER TABLE click ADD COLUMN country character(2), ADD COLUMN device device;
