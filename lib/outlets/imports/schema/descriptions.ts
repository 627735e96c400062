// Describes the endpoints of imports whose descriptions are long.

export const descriptions = {
  listRows:
    'Returns rows with their problems, and what a start would do with them. Changes nothing. The rules are those of ' +
    '`PUT /affiliates/by-external-id/{externalId}`, except that a row finds its creator by `externalId` or by `email`. A value that an ' +
    'earlier row of the file has is a problem. Limits of the plan apply when the import runs. A row that is done has its result.',
  start:
    'Imports the rows after the response: get the import until its status is not `running`. Each row succeeds or fails alone, and is ' +
    'done once. When a limit of the plan is reached, further new creators fail. Another start repeats only rows that failed or are not done. A running import, ' +
    'and a completed one without failed rows, are a 409. An API key also needs `discounts:write` for ' +
    'discount codes, `commissions:write` for balances, and with `conversions:write` for orders.',
  undo:
    'Within 24 hours after its end, takes back what the import has created, after the response: get the import until its status is not ' +
    '`undoing`. Creators to whom nothing else refers are deleted with their discount codes; their tracking codes and addresses are free ' +
    'again, and their opening balances are reversed. Orders are canceled, and their ids can be imported again. Other rows stay with a ' +
    'reason, also creators that existed before. Another undo repeats the rows that stayed. An API key needs the scopes of the start.',
  listKept:
    'Returns the rows that an undo would not take back, or has not taken back, with the reasons. Changes nothing. An import that cannot ' +
    'be undone is a 409.',
  get:
    'Returns the progress, and the first rows of the file. Append `.csv` to the id to download the rows of the file with their ' +
    'results and problems. The download is a 409 after the file was deleted.',
  cancel:
    'Stops the import. Creators that were created or changed stay, and another start continues. Repeating the request changes ' +
    'nothing. A completed import is a 409.',
} as const;
