// Improves the pages: plots, copy buttons, questions before irreversible actions, and challenges. All forms work without it.
import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import uPlot from 'uplot';

const all = (selector) => document.querySelectorAll(selector);
const colorOf = (element, name) => getComputedStyle(element).getPropertyValue(name).trim();

// The menu of a phone is wider than the screen.
const menu = document.querySelector('.frame nav ul');
const here = menu?.querySelector('[aria-current]');
if (here) menu.parentElement.scrollLeft = here.offsetLeft - menu.offsetLeft - 40;

for (const button of all('[data-copy]')) {
  button.hidden = false;
  const label = button.textContent;
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(button.dataset.copy);
    button.textContent = button.dataset.copied;
    setTimeout(() => {
      button.textContent = label;
    }, 2000);
  });
}

for (const button of all('[data-print]')) {
  button.hidden = false;
  button.addEventListener('click', () => print());
}

for (const box of all('[data-select-all]')) {
  box.hidden = false;
  const rows = box.closest('table').querySelectorAll('tbody input[type=checkbox]');
  box.addEventListener('change', () => {
    for (const row of rows) row.checked = box.checked;
  });
}

// The gateway refuses a body that is much too large, before a page can say so.
for (const input of all('[data-max-bytes]')) {
  input.addEventListener('change', () => {
    const isTooLarge = input.files[0]?.size > Number(input.dataset.maxBytes);
    input.setCustomValidity(isTooLarge ? input.dataset.tooLarge : '');
    input.reportValidity();
  });
}

for (const form of all('form')) {
  form.addEventListener('submit', (event) => {
    const question = event.submitter?.dataset.confirm ?? form.dataset.confirm;
    // A second click would create a second API key, which nobody sees.
    if (form.dataset.sent || (question && !confirm(question))) return event.preventDefault();
    if (form.method === 'post') form.dataset.sent = 'yes';
  });
}
// "Back" shows the page as it was left.
addEventListener('pageshow', () => {
  for (const form of all('form')) delete form.dataset.sent;
});

function draw(element) {
  const days = JSON.parse(element.dataset.plot);
  element.replaceChildren();
  const line = colorOf(element, '--plot');
  const text = colorOf(element, '--pico-muted-color');
  const grid = { stroke: colorOf(element, '--pico-muted-border-color'), width: 1 };
  const axis = { stroke: text, grid, ticks: { show: false }, font: '12px system-ui' };
  const isWhole = days.every(([, value]) => Number.isInteger(value));
  const indexes = days.map((_, index) => index);
  const shown = document.createElement('p');
  shown.className = 'shown';
  const show = (index) => {
    shown.textContent = index === null || index === undefined ? '' : `${days[index][0]}: ${days[index][2]}`;
  };
  const options = {
    width: element.clientWidth,
    height: 140,
    legend: { show: false },
    padding: [8, 18, 0, 0],
    cursor: { y: false, points: { show: true }, drag: { x: false, y: false } },
    scales: { x: { time: false }, y: { range: (_, low, high) => [Math.min(0, low), Math.max(1, high)] } },
    axes: [
      {
        ...axis,
        grid: { show: false },
        values: (_, ticks) => ticks.map((tick) => days[tick]?.[0] ?? ''),
        size: 26,
        space: 70,
        incrs: [1, 7, 14, 30, 90],
      },
      {
        ...axis,
        size: 44,
        values: (_, ticks) =>
          ticks.map((tick) =>
            // Half an order does not exist.
            isWhole && !Number.isInteger(tick)
              ? ''
              : new Intl.NumberFormat(document.documentElement.lang, { notation: 'compact' }).format(tick),
          ),
      },
    ],
    series: [
      {},
      { stroke: line, width: 2, fill: colorOf(element, '--plot-fill'), points: { show: days.length < 2 } },
    ],
    hooks: { setCursor: [(plot) => show(plot.cursor.idx)] },
  };
  new uPlot(options, [indexes, days.map(([, value]) => value)], element);
  element.append(shown);
}

const plots = all('[data-plot]');
const drawAll = () => plots.forEach(draw);
if (plots.length > 0) {
  drawAll();
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', drawAll);
  let timer;
  addEventListener('resize', () => {
    clearTimeout(timer);
    timer = setTimeout(drawAll, 200);
  });
}

function zeroBits(digest) {
  const index = digest.findIndex((byte) => byte !== 0);
  return index === -1 ? 256 : 8 * index + Math.clz32(digest[index]) - 24;
}

/** Works in short turns, so that the page stays alive. */
async function solve(form) {
  const { challenge, difficulty } = form.dataset;
  for (let number = 0; ; number += 1) {
    if (zeroBits(sha256(utf8ToBytes(`${challenge}.${number}`))) >= Number(difficulty)) {
      form.elements.solution.value = String(number);
      return form.submit();
    }
    if (number % 20_000 === 0) await new Promise((resolve) => setTimeout(resolve));
  }
}

for (const form of all('form[data-challenge]')) solve(form);
