// Translates messages of the API into German. `$1` is what the pattern has captured.
export const messages: readonly (readonly [RegExp, string])[] = [
  [/^Required.*/, 'Dieses Feld fehlt.'],
  [/^Must not be empty$/, 'Dieses Feld darf nicht leer sein.'],
  [/^Must be an e-mail address.*/, 'Das ist keine E-Mail-Adresse.'],
  [/^Must have at most (\d+) characters$/, 'Höchstens $1 Zeichen.'],
  [/^Must have at least (\d+) characters$/, 'Mindestens $1 Zeichen.'],
  [
    /^Must be a (number(, or a text.*)?|text with a decimal number.*)$/,
    'Das ist keine Zahl. Schreiben Sie Tausender ohne Punkt, zum Beispiel 1200,50.',
  ],
  [/^Must have at most (\d+) decimals? \((\w+)\)$/, 'Höchstens $1 Stellen nach dem Komma ($2).'],
  [/^Must be a whole number$/, 'Das ist keine ganze Zahl.'],
  [/^Must be at most (\d+)$/, 'Höchstens $1.'],
  [/^Must be at least (\d+)$/, 'Mindestens $1.'],
  [/^Must be more than (\d+)$/, 'Mehr als $1.'],
  [/^Must be an? date.*/, 'Das ist kein Tag.'],
  [
    /^The brand has no `landingHosts`.*/,
    'Ein Admin muss zuerst den Host dieser Seite unter Einstellungen → Marke → Erlaubte Hosts von Zielseiten eintragen.',
  ],
  [
    /^Must have (\d+) to (\d+) characters, or the brand needs a `linkPrefix`.*/,
    '$1 bis $2 Zeichen. Kürzere Wörter brauchen ein Präfix der Links, das ein Admin unter Einstellungen → Marke einträgt.',
  ],
  [
    /^Must be 2 to 64 characters: letters.*/,
    '2 bis 64 Zeichen: Buchstaben ohne Umlaute, Ziffern, _ oder -, mit einem Buchstaben oder einer Ziffer an beiden Enden.',
  ],
  [
    /^Must be an https URL without port and user name, whose host is one of: (.*)$/,
    'Eine Adresse mit https:// auf einem dieser Hosts: $1.',
  ],
  [
    /^No rate from (\w+) to (\w+) is stored.*/,
    'Für den Tag der Bestellung und die 7 Tage davor ist kein Kurs von $1 in $2 gespeichert. Ein Admin kann ihn unter Einstellungen → Wechselkurse speichern.',
  ],
  [
    /^Must be a decimal number above 0.*/,
    'Das ist keine Zahl über 0 mit höchstens 10 Stellen vor und 10 nach dem Komma.',
  ],
  [/^Must not be after (\S+), which is tomorrow$/, 'Nicht nach $1, also morgen.'],
  [/^Must be an https:\/\/ URL.*/, 'Das ist keine Adresse, die mit https:// beginnt.'],
];
