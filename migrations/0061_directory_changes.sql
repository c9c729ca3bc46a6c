-- When an advertiser with its domains, and a programme, last changed: for programs that copy the directory.
ALTER TABLE advertiser ADD COLUMN changed_at timestamptz;
UPDATE advertiser SET changed_at = created_at;
ALTER TABLE advertiser ALTER COLUMN changed_at SET NOT NULL, ALTER COLUMN changed_at SET DEFAULT now();

ALTER TABLE program ADD COLUMN changed_at timestamptz;
UPDATE program SET changed_at = created_at;
ALTER TABLE program ALTER COLUMN changed_at SET NOT NULL, ALTER COLUMN changed_at SET DEFAULT now();
