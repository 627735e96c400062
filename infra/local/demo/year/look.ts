// Gives the brand a colour, a logo, and the host on whose pages creators can make links.
import { changeLogo } from '#lib/access/brands/store/logo.ts';
import { changeSettings } from '#lib/access/brands/store/settings.ts';

const data =
  'iVBORw0KGgoAAAANSUhEUgAAAEAAAABAAgMAAADXB5lNAAAACVBMVEX///8KfUv///+SI1drAAAAAXRSTlMAQObYZgAAALhJREFU' +
  'eNq11LERwyAMBVCl8AjskxFcWL4LI7AP2YCCP2Vsgm2BwDTJ73h3fDUIIqKJc2ZKMXxm2c8PFnnKC8clI2G/w0Wqir1kKmHWYEpY' +
  'fgJcpQfrEKwfgQsVIA5gBQZgAV+AAwK/7gDYxrgLts6tVcG3l/IQ4I3QB4eUeAI6gAPWA3wG24WQwUG0NgEQY0gMaYBPYC8IbXAX' +
  'xASAbG1B9YL+8nDH+6JWTC2hXlO1yGrV1WdQfRcfaXWEDtv2rJ4AAAAASUVORK5CYII=';

export async function writeLook(brandId: string, now: Date): Promise<void> {
  await changeSettings(
    brandId,
    { portal: { color: '#0a7d4b' }, landingHosts: ['meridian-outdoor.test'] },
    now,
  );
  await changeLogo(brandId, { contentType: 'image/png', data }, []);
}
