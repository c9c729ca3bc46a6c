-- A host stands for the ports 80 and 443, or for one other port. `host` is the text that everything compares.
ALTER TABLE advertiser_domain
  ADD COLUMN port int CHECK (port BETWEEN 1 AND 65535 AND port NOT IN (80, 443));
ALTER TABLE advertiser_domain
  ADD COLUMN host text NOT NULL GENERATED ALWAYS AS (hostname || coalesce(':' || port::text, '')) STORED;
DROP INDEX advertiser_domain_hostname;
CREATE UNIQUE INDEX advertiser_domain_host ON advertiser_domain (host);

-- Until now a host stood for all ports. Declares those that advertisers use in their website and their promotions.
INSERT INTO advertiser_domain (advertiser_id, hostname, port, created_at)
SELECT DISTINCT domain.advertiser_id, domain.hostname, found[2]::int, domain.created_at
FROM (SELECT id AS advertiser_id, website AS url FROM advertiser UNION SELECT advertiser_id, url FROM promotion) AS used
CROSS JOIN regexp_match(lower(url), '^https?://(?:www\.)?([a-z0-9.-]+):([0-9]{1,5})(?:[/?#]|$)') AS found
JOIN advertiser_domain AS domain ON domain.advertiser_id = used.advertiser_id
  AND regexp_replace(domain.hostname, '^www\.', '') = found[1]
WHERE found[2]::int BETWEEN 1 AND 65535 AND found[2]::int NOT IN (80, 443);

INSERT INTO advertiser_region (domain_id, region_code, commission_text)
SELECT added.id, region.region_code, region.commission_text
FROM advertiser_domain AS added
JOIN advertiser_domain AS domain ON domain.hostname = added.hostname AND domain.port IS NULL
JOIN advertiser_region AS region ON region.domain_id = domain.id
WHERE added.port IS NOT NULL;
