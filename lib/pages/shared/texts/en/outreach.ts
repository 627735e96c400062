// The English texts of applicants, and of the settings of the portal and of e-mails to creators.
export const applicants = {
  title: 'Applicants',
  intro: 'These people have applied to your program, and have confirmed their e-mail address.',
  none: 'Nobody waits for a decision.',
  message: 'Message',
  profile: 'Public page',
  since: 'Applied',
  accept: 'Accept',
  decline: 'Decline',
  acceptSelected: 'Accept the selected',
  declineSelected: 'Decline the selected',
  hint: 'Accepted creators become active at once, and receive their link. You can still accept a declined one later.',
  selectFirst: 'Select at least one applicant.',
  failed: (name: string, message: string) => `${name}: ${message}`,
  open: 'Show the portal settings',
  off: 'Your portal takes no applications.',
  done: { accepted: 'Accepted.', declined: 'Declined.' },
};

export const portalSettings = {
  address: 'Address of the portal',
  addressHint: 'Creators sign in here.',
  joinHint: 'People apply here. Put it on your website.',
  closedHint: 'Nobody can apply at present. You can change that below, with “Applications”.',
};

export const mailSettings = {
  undelivered: 'Creators who get no e-mails',
  undeliveredHint:
    'Their address does not exist, or they have marked an e-mail as spam. Correct the address, and e-mails are sent again.',
  none: 'Every e-mail has arrived.',
  creator: 'Creator',
  why: 'Reason',
  statuses: { bounced: 'The address does not exist', complained: 'Marked as spam' } as Readonly<
    Record<string, string>
  >,
};

export const logo = {
  title: 'Logo',
  none: 'The brand has no logo yet.',
  hint: 'A PNG, JPEG or WebP image of at most 64 KB and 1,024 × 1,024 pixels. Creators see it in the portal and in e-mails.',
  file: 'Image',
  upload: 'Upload the logo',
  remove: 'Remove the logo',
  confirm: 'Remove the logo from the portal and from e-mails?',
  refused: 'Choose a PNG, JPEG or WebP image of at most 64 KB and 1,024 × 1,024 pixels.',
};
