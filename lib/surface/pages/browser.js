// Runs in the browser: the search, the copy buttons and the menu.
import MiniSearch from './MINISEARCH';

const { index } = document.querySelector('script[data-index]').dataset;
const query = document.querySelector('#query');
const results = document.querySelector('#results');
const found = document.querySelector('#found');

const menu = document.querySelector('.menu');
if (menu !== null && matchMedia('(min-width: 60rem)').matches) {
  menu.open = true;
  menu.scrollTop = menu.querySelector('[aria-current]').offsetTop - 200;
}

for (const block of document.querySelectorAll('pre')) {
  const button = document.createElement('button');
  button.textContent = 'Copy';
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(block.textContent);
    button.textContent = 'Copied';
    setTimeout(() => {
      button.textContent = 'Copy';
    }, 2000);
  });
  const frame = document.createElement('div');
  frame.className = 'copyable';
  block.replaceWith(frame);
  frame.append(block, button);
}

let searching;

/** Loads the sections of all pages with the first search. */
async function loadSearch() {
  const answer = await fetch(index);
  const search = new MiniSearch({
    fields: ['title', 'page', 'text'],
    storeFields: ['title', 'page'],
    searchOptions: { boost: { title: 4 }, prefix: true, fuzzy: 0.1, combineWith: 'AND' },
  });
  search.addAll(await answer.json());
  return search;
}

function resultOf({ id, title, page }) {
  const item = document.createElement('li');
  const link = document.createElement('a');
  link.href = id;
  link.append(title, document.createElement('small'));
  link.lastChild.textContent = page;
  link.addEventListener('click', close);
  item.append(link);
  return item;
}

function close() {
  results.hidden = true;
  found.textContent = '';
}

async function show() {
  const text = query.value.trim();
  if (text === '') return close();
  searching ??= loadSearch();
  const matches = (await searching).search(text).slice(0, 12);
  if (text !== query.value.trim()) return;
  results.replaceChildren(...matches.map(resultOf));
  results.hidden = matches.length === 0;
  found.textContent = matches.length === 0 ? `Nothing contains “${text}”.` : '';
}

query.hidden = false;
query.addEventListener('input', show);
query.addEventListener('focus', show);
query.addEventListener('keydown', (event) => {
  if (event.key === 'Enter') results.querySelector('a')?.click();
  if (event.key === 'ArrowDown') results.querySelector('a')?.focus();
});
results.addEventListener('keydown', (event) => {
  const step = { ArrowDown: 'nextElementSibling', ArrowUp: 'previousElementSibling' }[event.key];
  if (step === undefined) return;
  event.preventDefault();
  const next = event.target.closest('li')[step];
  (next === null ? query : next.querySelector('a')).focus();
});
addEventListener('keydown', (event) => {
  if (event.key === 'Escape') close();
  if (event.key !== '/' || event.target.matches('input')) return;
  event.preventDefault();
  query.focus();
});
