-- The application works as a role that cannot rewrite history. Where no such role exists (a DATABASE_URL of one's
-- own), the triggers stand alone.
DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'tandem_app') THEN
    GRANT USAGE ON SCHEMA public TO tandem_app;
    GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO tandem_app;
    GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public TO tandem_app;
    ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO tandem_app;
    ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT USAGE, SELECT ON SEQUENCES TO tandem_app;
    REVOKE UPDATE, DELETE ON click, click_default, transaction, transaction_key, transaction_decision, postback, entry,
      posting, program_terms, program_rate, audit_line FROM tandem_app;
  END IF;
END
$$;
