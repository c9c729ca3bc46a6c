-- A postback whose order id or amount is a macro that the shop has not replaced is rejected for a reason of its own.
-- Every value so far stays allowed, so the stored rows need no check.
ALTER DOMAIN postback_reason DROP CONSTRAINT postback_reason_check;
ALTER DOMAIN postback_reason ADD CONSTRAINT postback_reason_check CHECK (VALUE IN (
  'unreadable_request', 'malformed_field', 'macro_not_replaced', 'missing_click_id', 'forged_click_id', 'unknown_click',
  'wrong_advertiser', 'click_not_payable', 'expired_click', 'click_too_far_ahead', 'missing_order_id',
  'malformed_order_id', 'malformed_event', 'unknown_event', 'missing_amount', 'malformed_amount', 'negative_amount',
  'absurd_amount', 'malformed_items', 'items_differ', 'unsupported_currency', 'cancelled_order', 'test',
  'amount_differs', 'click_differs', 'clock_ahead', 'server_secret_in_pixel', 'report_only_secret', 'unknown_order',
  'unknown_reason', 'missing_evidence', 'already_cancelled', 'value_differs', 'currency_differs', 'amend_amount',
  'amend_above', 'amend_items', 'confirm_without_rate', 'no_rate', 'in_payment'
)) NOT VALID;
