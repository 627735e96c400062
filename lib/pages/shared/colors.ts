// Derives the colours of pages from the colour of the brand. Texts in them have the contrast of WCAG AA (4.5) in both modes.
type Rgb = readonly number[];

const black: Rgb = [0, 0, 0];
const white: Rgb = [255, 255, 255];

/** The darkest light surface and the lightest dark one of style.css: the contrast is higher on all others. */
const surfaces = { light: '#e8edf3', dark: '#2b384e' } as const;

const minContrast = 4.5;

const rgbOf = (hex: string): Rgb => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
const hexOf = (color: Rgb): string =>
  `#${color.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;
const mix = (color: Rgb, other: Rgb, share: number): Rgb =>
  color.map((part, index) => part + ((other[index] ?? 0) - part) * share);

/** https://www.w3.org/TR/WCAG22/#dfn-relative-luminance */
function luminanceOf(color: Rgb): number {
  const [red = 0, green = 0, blue = 0] = color.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrastOf(one: Rgb, other: Rgb): number {
  const [darker = 0, lighter = 0] = [luminanceOf(one), luminanceOf(other)].toSorted((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

export const contrast = (one: string, other: string): number => contrastOf(rgbOf(one), rgbOf(other));

/** Darkens or lightens a colour until texts in it are legible on all surfaces of a mode. */
function legible(color: Rgb, mode: keyof typeof surfaces): string {
  const toward = mode === 'light' ? black : white;
  const steps = Array.from({ length: 51 }, (_, step) => hexOf(mix(color, toward, step / 50)));
  return steps.find((step) => contrast(step, surfaces[mode]) >= minContrast) ?? hexOf(toward);
}

interface BrandColors {
  /** The colour of links and plots. */
  readonly light: string;
  readonly dark: string;
  /** The colour of buttons, and of their labels. */
  readonly button: string;
  readonly hover: string;
  readonly label: string;
}

/** `hex` is `#rrggbb`. */
export function colorsOf(hex: string): BrandColors {
  const color = rgbOf(hex);
  const isDark = contrastOf(color, white) >= contrastOf(color, black);
  const [label, away] = isDark ? [white, black] : [black, white];
  return {
    light: legible(color, 'light'),
    dark: legible(color, 'dark'),
    button: hexOf(color),
    // A label keeps its contrast if the button moves away from it.
    hover: hexOf(mix(color, away, 0.15)),
    label: hexOf(label),
  };
}

/** The rules replace those of style.css. The script of plots reads `--plot`, so it has one value in each mode. */
export function brandStyle(hex: string): string {
  const { light, dark, button, hover, label } = colorsOf(hex);
  const link = `light-dark(${light},${dark})`;
  const plot = (color: string): string => `--plot:${color};--plot-fill:${color}26`;
  return (
    `:root{--brand:${button}}:root:not([data-theme]){--pico-primary:${link};--pico-primary-hover:${link};--pico-primary-underline:${link};` +
    `--pico-primary-background:${button};--pico-primary-border:${button};--pico-primary-hover-background:${hover};` +
    `--pico-primary-inverse:${label};${plot(light)}}` +
    `@media (prefers-color-scheme:dark){:root:not([data-theme]){${plot(dark)}}}`
  );
}
