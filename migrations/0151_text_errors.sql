-- What is wrong with a line of a decision file as text: the name says so.
ALTER TABLE decision_file_row RENAME COLUMN flaw TO text_error;
