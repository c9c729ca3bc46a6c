-- An order that its exchange rate makes worth more than 10,000,000 USD is held with this reason.
ALTER DOMAIN hold_reason DROP CONSTRAINT hold_reason_check;
ALTER DOMAIN hold_reason ADD CONSTRAINT hold_reason_check CHECK (VALUE IN (
  'RETURN_PERIOD_OPEN', 'NOT_SHIPPED', 'BOOKING_NOT_USED', 'PAYMENT_OPEN', 'UNDER_REVIEW', 'END_OF_VALIDATION',
  'ABOVE_BOUND'
));
