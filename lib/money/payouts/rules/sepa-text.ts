// Converts text to the characters that all banks of SEPA accept (EPC217-08).

const letters: Readonly<Record<string, string>> = {
  ...{ ä: 'ae', ö: 'oe', ü: 'ue', Ä: 'Ae', Ö: 'Oe', Ü: 'Ue', ß: 'ss', æ: 'ae', Æ: 'Ae', œ: 'oe', Œ: 'Oe' },
  ...{
    ø: 'o',
    Ø: 'O',
    ł: 'l',
    Ł: 'L',
    đ: 'd',
    Đ: 'D',
    þ: 'th',
    Þ: 'Th',
    ı: 'i',
    '&': '+',
    '–': '-',
    '’': "'",
  },
};

/** The result has no character that XML must escape, and is never empty. */
export function sepaText(text: string, maxLength: number): string {
  const latin = [...text.normalize('NFC')]
    .map((letter) => letters[letter] ?? letter)
    .join('')
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '');
  const allowed = latin
    .replaceAll(/[^A-Za-z0-9/?:().,'+ -]/gu, ' ')
    .replaceAll(/ +/g, ' ')
    .trim();
  return allowed.slice(0, maxLength).trim() || 'NOTPROVIDED';
}
