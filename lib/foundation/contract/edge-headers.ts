// Names the headers that CloudFront adds to a request. The stack and the functions use the same names.

/** Nobody but CloudFront knows its value. */
export const originHeader = 'x-origin-secret';
export const addressHeader = 'cloudfront-viewer-address';
export const countryHeader = 'cloudfront-viewer-country';
