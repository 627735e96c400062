import { expect, test } from 'vitest';
import { brandStyle, colorsOf, contrast } from '#lib/pages/shared/colors.ts';

const parts = ['00', '40', '80', 'c0', 'ff'];
const everyColor = parts.flatMap((red) =>
  parts.flatMap((green) => parts.map((blue) => `#${red}${green}${blue}`)),
);

test('every colour of a brand gives buttons and links that are legible in both modes', () => {
  expect(everyColor).toHaveLength(125);
  for (const color of everyColor) {
    const { light, dark, button, hover, label } = colorsOf(color);
    const contrasts = [
      ...['#ffffff', '#f8fafc', '#e8edf3'].map((surface) => contrast(light, surface)),
      ...['#0f172a', '#172033', '#2b384e'].map((surface) => contrast(dark, surface)),
      ...[button, hover].map((back) => contrast(label, back)),
    ];
    expect(Math.min(...contrasts), color).toBeGreaterThanOrEqual(4.5);
  }
});

test('a colour that is legible already stays as it is', () => {
  expect(colorsOf('#1D4ED8')).toMatchObject({ light: '#1d4ed8', button: '#1d4ed8', label: '#ffffff' });
  expect(colorsOf('#fde68a')).toMatchObject({ dark: '#fde68a', button: '#fde68a', label: '#000000' });
  expect(contrast('#000000', '#ffffff')).toBe(21);
});

test('a plot has one colour in each mode', () => {
  expect(brandStyle('#1d4ed8').match(/--plot:[^;]+/g)).toEqual([
    '--plot:#1d4ed8',
    `--plot:${colorsOf('#1d4ed8').dark}`,
  ]);
});
