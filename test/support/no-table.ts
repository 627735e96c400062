// Sets the environment that modules require when they are loaded, before each unit test file. No table has this name.
process.env.TABLE_NAME = 'no-table';
