-- The network sets afsrc on every landing address, and analytics read utm_*. NOT VALID, because a programme that uses
-- such a name already must not lose its orders by an update; its next change has to choose another name.
ALTER TABLE program ADD CONSTRAINT program_click_param_reserved CHECK (click_param !~* '^(afsrc$|utm_)') NOT VALID;
