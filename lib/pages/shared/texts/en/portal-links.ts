// The English texts of the links that creators create.
export const portalLinks = {
  title: 'Your links',
  lead: 'Give each place its own link: one to a product that you show, one with a word that people remember. Orders through each of them are credited to you.',
  leadOfWords:
    'Give each place its own link, with a word that people remember. Orders through each of them are credited to you.',
  off: 'Only the brand creates and changes links. Ask it if you need another one.',
  all: 'All links',
  empty:
    'You have no further links. Create one above: paste the address of a product page, and share the link instead of the address.',
  none: 'You have no further links.',
  create: 'Create a link',
  page: 'Address of the page',
  pageHint: (hosts: string) => `A page on ${hosts}. If you leave it empty, the link leads to the start page.`,
  word: 'Word at the end of the link',
  wordHint: 'Letters, digits and hyphens, such as ada-shoes. We choose one if you leave it empty.',
  wordChangeHint: 'The word before still leads to the same page.',
  name: 'Name',
  nameHint: 'For you, such as “Instagram bio”.',
  nameError: 'Enter a name of at most 100 characters.',
  campaign: 'Campaign',
  noCampaign: 'None',
  clicks: (clicks: string) => `Clicks in the last 30 days: ${clicks}`,
  leadsTo: 'Leads to',
  landingPage: 'the start page of the brand',
  change: 'Change or delete',
  changeOf: (name: string) => `Change or delete the link ${name}`,
  changeTitle: 'Change your link',
  back: 'All links',
  delete: 'Delete this link',
  deleteLead: 'The link ends everywhere, also where you have posted or printed it.',
  deleteConfirm: 'I understand, end the link',
  deleteButton: 'Delete the link',
  taken: (free: string) =>
    free === ''
      ? 'Somebody has this word. Choose another one.'
      : `Somebody has this word. These were free a moment ago: ${free}`,
  /** By the code of the API. */
  refusals: {
    link_limit_reached:
      'You have 200 links, or have taken 1,000 words: delete a link, or ask the brand for one.',
    slug_limit_reached: 'This link has had 20 words, which all lead to its page. Create another link.',
    creator_links_off: 'The brand has turned this off: only the brand creates and changes links.',
    status_conflict: 'Only active creators can create and change links.',
    reference_not_found: 'The campaign has ended, or you are no longer in it. Select another one.',
  } as Readonly<Record<string, string>>,
  done: {
    link: 'Your link is ready. It works from now on.',
    linkDeleted: 'The link is deleted. It ends within a minute.',
  } as Readonly<Record<string, string>>,
};
