// Decides whether a client accepts a compressed response.

/** A client refuses a coding with the weight 0, such as `gzip;q=0` (RFC 9110, 12.5.3). */
export const acceptsCoding = (name: string, header = ''): boolean =>
  header
    .split(',')
    .map((coding) => coding.toLowerCase().replaceAll(/\s/g, '').split(';'))
    .some(([coding, weight = 'q=1']) => coding === name && !/^q=0(\.0*)?$/.test(weight));
