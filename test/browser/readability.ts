// Finds what makes a page hard to read or to use on a phone.
import type { Page } from 'playwright-core';

/** Runs in the browser, so it uses nothing of this module. */
function problemsInDocument(): readonly string[] {
  const problems: string[] = [];
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth > clientWidth)
    problems.push(`the page is ${scrollWidth} px wide, the screen ${clientWidth} px`);

  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  const channelsOf = (color: string): readonly number[] => {
    if (canvas === null) return [];
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = color;
    canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data];
  };
  const probe = document.createElement('div');
  probe.style.backgroundColor = 'Canvas';
  document.body.append(probe);
  const canvasColor = getComputedStyle(probe).backgroundColor;
  probe.remove();

  const backgroundOf = (element: Element | null): string => {
    if (element === null) return canvasColor;
    const { backgroundColor } = getComputedStyle(element);
    const [, , , alpha = 0] = channelsOf(backgroundColor);
    return alpha === 0 ? backgroundOf(element.parentElement) : backgroundColor;
  };
  // The formulas of WCAG 2.2 for relative luminance and contrast.
  const luminanceOf = (color: string): number => {
    const [red = 0, green = 0, blue = 0] = channelsOf(color).map((value) => {
      const share = value / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const contrastOf = (one: string, other: string): number => {
    const [darker = 0, lighter = 0] = [luminanceOf(one), luminanceOf(other)].toSorted((a, b) => a - b);
    return (lighter + 0.05) / (darker + 0.05);
  };

  for (const element of document.body.querySelectorAll('*')) {
    const { width, height, left, right } = element.getBoundingClientRect();
    const style = getComputedStyle(element);
    const isVisible = width > 1 && height > 1 && style.visibility !== 'hidden' && style.display !== 'none';
    if (!isVisible) continue;
    const name = `<${element.localName}> ${(element.textContent ?? '').trim().slice(0, 40)}`;
    if (left < 0 || right > clientWidth) problems.push(`${name}: reaches beyond the screen`);
    if (
      element.matches('button, input:not([type=checkbox]), label:has(input), a[role=button]') &&
      height < 44
    )
      problems.push(`${name}: is only ${height} px high`);
    const hasText = [...element.childNodes].some(
      ({ nodeType, textContent }) => nodeType === Node.TEXT_NODE && (textContent ?? '').trim() !== '',
    );
    if (!hasText) continue;
    const size = Number.parseFloat(style.fontSize);
    if (size < 14) problems.push(`${name}: has text of ${size} px`);
    const contrast = contrastOf(style.color, backgroundOf(element));
    if (contrast < 4.5) problems.push(`${name}: has a contrast of only ${contrast.toFixed(2)}`);
  }
  return problems;
}

export const problemsOf = (page: Page): Promise<readonly string[]> => page.evaluate(problemsInDocument);
