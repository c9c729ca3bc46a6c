-- A transaction keeps all five sub ids of its click, so that reports and lists need not read the click.
ALTER TABLE transaction ADD COLUMN sub2 text, ADD COLUMN sub3 text, ADD COLUMN sub4 text, ADD COLUMN sub5 text;

UPDATE transaction AS sold
SET sub2 = click.sub2, sub3 = click.sub3, sub4 = click.sub4, sub5 = click.sub5
FROM click
WHERE click.publisher_id = sold.publisher_id AND click.id = sold.click_id AND click.clicked_at = sold.clicked_at
  AND coalesce(click.sub2, click.sub3, click.sub4, click.sub5) IS NOT NULL;
