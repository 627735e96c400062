// The German texts of the domain of links.
import type * as english from '../en/link-domain.ts';

export const linkDomain: typeof english.linkDomain = {
  title: 'Domain der Links',
  none: 'Links beginnen mit der Adresse des Dienstes.',
  domain: 'Domain',
  hint: 'Z. B. go.acme.com. Links mit Ihrem Präfix lauten dann go.acme.com/ada. Ihre frühere Form gilt weiter.',
  steps:
    'Legen Sie diesen DNS-Eintrag an, und bitten Sie den Betreiber des Dienstes, die Domain bereitzustellen. Prüfen Sie sie dann hier.',
  type: 'Typ',
  name: 'Name',
  value: 'Wert',
  check: 'Jetzt prüfen',
  remove: 'Domain entfernen',
  confirm: 'Domain entfernen? Neue Links beginnen dann wieder mit der Adresse des Dienstes.',
  statuses: { pending: 'Ausstehend', verified: 'Bestätigt' },
  problems: {
    not_served:
      'Der Dienst stellt diese Domain für Ihr Präfix noch nicht bereit. Fragen Sie den Betreiber des Dienstes, und prüfen Sie dann erneut.',
    record_missing:
      'Im DNS fehlt dieser TXT-Eintrag noch. Legen Sie ihn an, warten Sie einige Minuten, und prüfen Sie dann erneut.',
    record_differs:
      'Der TXT-Eintrag hat einen anderen Wert. Übernehmen Sie den Wert unten, und prüfen Sie dann erneut.',
    dns_unavailable: 'Das DNS hat nicht geantwortet. Prüfen Sie in einigen Minuten erneut.',
  },
};
