// Keeps the click of an affiliate for the order. Its guide is docs/shops.md. Version 1 never changes.
(() => {
  const { checkoutHosts = '', days = '30', consent, domain } = document.currentScript?.dataset ?? {};
  const hosts = checkoutHosts.toLowerCase().split(/[\s,]+/);
  let isAllowed = consent === undefined;
  let kept = {};
  let announced;

  // Browsers throw where cookies are blocked.
  const attempt = (action) => {
    try {
      return Object(action());
    } catch {
      return {};
    }
  };

  const fromCookie = () =>
    attempt(() => JSON.parse(decodeURIComponent(/(?:^|; )affiliateClick=([^;]*)/.exec(document.cookie)[1])));

  const setCookie = (value, seconds) =>
    attempt(() => {
      const own = [location.protocol === 'https:' && 'secure', domain && `domain=${domain}`].filter(Boolean);
      const rest = ['path=/', 'samesite=lax', `max-age=${seconds}`, ...own].join('; ');
      // biome-ignore lint/suspicious/noDocumentCookie: not all browsers have the Cookie Store API.
      document.cookie = `affiliateClick=${encodeURIComponent(value)}; ${rest}`;
    });

  const fromAddress = (address) =>
    attempt(() => {
      const query = new URL(address).searchParams;
      const values = [
        ['clickId', query.get('clickId')],
        ['trackingCode', query.get('trackingCode') || query.get('affiliateRef') || query.get('ref')],
        ...['sub1', 'sub2', 'sub3', 'sub4', 'sub5'].map((name) => [name, query.get(name)]),
      ];
      return Object.fromEntries(values.filter(([, value]) => value && value.length <= 100));
    });

  // The ids of clicks sort by time, so an old address in the history never replaces a later click.
  const isNewer = ({ clickId = '' }) =>
    /^clk_\w{26}$/i.test(clickId) && clickId.toUpperCase() > (kept.clickId ?? '').toUpperCase();

  const get = () => {
    const cookie = fromCookie();
    isAllowed ||= cookie.clickId !== undefined;
    // A router can have removed the parameters before this script runs.
    const first = performance.getEntriesByType('navigation')[0]?.name;
    for (const found of [cookie, fromAddress(first), fromAddress(location.href)])
      if (isNewer(found)) kept = found;
    if (!isAllowed) return {};
    if (kept.clickId !== announced) {
      announced = kept.clickId;
      if (announced !== cookie.clickId) setCookie(JSON.stringify(kept), days * 86400);
      dispatchEvent(new CustomEvent('affiliate', { detail: { ...kept } }));
    }
    return { ...kept };
  };

  const isListed = (host) =>
    hosts.some((one) => host && (one === host || (one.startsWith('*.') && host.endsWith(one.slice(1)))));

  const addToLink = (event) => {
    const link = event.composedPath().find(({ href, search }) => href && search !== undefined);
    if (!isListed(link?.hostname)) return;
    for (const [name, value] of Object.entries(get())) {
      const query = new URLSearchParams(link.search);
      if (!query.has(name)) {
        // The rest of the query can be signed, so it stays byte for byte.
        link.search += `${link.search ? '&' : '?'}${name}=${encodeURIComponent(value)}`;
      } else if (query.get(name) !== value) {
        query.set(name, value);
        link.search = query;
      }
    }
  };

  // Also covers forms that a script sends.
  const addToForm = ({ target, formData }) => {
    const { hostname } = attempt(() => new URL(target.getAttribute('action'), document.baseURI));
    if (!isListed(hostname) && !target.hasAttribute('data-affiliate')) return;
    for (const [name, value] of Object.entries(get())) formData.set(name, value);
  };

  window.affiliate = {
    get,
    consent: () => {
      isAllowed = true;
      return get();
    },
    revoke: () => {
      isAllowed = false;
      announced = undefined;
      setCookie('', 0);
    },
  };
  for (const type of ['touchstart', 'mousedown', 'click']) addEventListener(type, addToLink, true);
  addEventListener('formdata', addToForm, true);
  addEventListener('pagehide', get);
  get();
})();
