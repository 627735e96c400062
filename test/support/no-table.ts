// Before each unit test file: the environment that modules require when they are loaded. No table has this name.
process.env.TABLE_NAME = 'no-table';
