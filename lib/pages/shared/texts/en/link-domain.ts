// The English texts of the domain of links.
type Names = Readonly<Record<string, string>>;

const problems: Names = {
  not_served:
    'The service does not serve this domain for your prefix yet. Ask the operator of the service, then check again.',
  record_missing: 'DNS has no such TXT record yet. Create it, wait some minutes, then check again.',
  record_differs: 'The TXT record has another value. Copy the value below into it, then check again.',
  dns_unavailable: 'DNS did not answer. Check again in some minutes.',
};
const statuses: Names = { pending: 'Pending', verified: 'Verified' };

export const linkDomain = {
  title: 'Domain of links',
  none: 'Links begin with the address of the service.',
  domain: 'Domain',
  hint: 'Such as go.acme.com. Links with your prefix are then go.acme.com/ada. Their earlier form still works.',
  steps:
    'Create this DNS record, and ask the operator of the service to serve the domain. Then check it here.',
  type: 'Type',
  name: 'Name',
  value: 'Value',
  check: 'Check now',
  remove: 'Remove the domain',
  confirm: 'Remove the domain? New links then begin with the address of the service again.',
  statuses,
  problems,
};
