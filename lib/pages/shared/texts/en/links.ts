// The English texts of the links of a creator.
export const links = {
  title: 'Further links',
  none: 'This creator has only the link with the tracking code.',
  create: 'Create a link',
  name: 'Name',
  nameHint: 'For your team, such as “Instagram bio”.',
  address: 'Link',
  slug: 'Word in the link',
  slugHint: 'Letters, digits, - and _, such as ada-shoes. Generated if you leave it empty.',
  slugChangeHint: 'The word before still leads to the same page.',
  aliases: 'Earlier words',
  page: 'Page',
  pageHint:
    'With https://, on a host that Settings → Brand allows. Without it, the link leads to the landing page.',
  landingPage: 'Landing page',
  campaign: 'Campaign',
  utm: 'Parameters for web analytics',
  qrCode: 'QR code of the link',
  showQrCode: 'Show the QR code',
  delete: 'Delete the link',
  deleteQuestion: 'The link ends everywhere, also where it is printed. Delete it?',
  toCreator: 'Back to the creator',
};
