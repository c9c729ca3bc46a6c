-- The acts on the relationship of a publisher and a programme are found by the publisher or publishers that they name.
-- Without a list of pending entries, which each reader would search to its end.
CREATE INDEX audit_line_relationship ON audit_line USING gin (details jsonb_path_ops)
WITH (fastupdate = off)
WHERE action IN ('membership.request', 'membership.approve', 'membership.decline', 'membership.suspend',
  'membership.leave', 'membership.accept', 'publisher_group.add', 'publisher_group.remove', 'publisher_tag.add',
  'publisher_tag.remove');
