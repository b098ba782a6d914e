// Not TypeScript: next.config.mjs, which Node reads as it is, sends the same as `highwater serve`.

const DENIED = ['camera', 'display-capture', 'geolocation', 'hid', 'microphone', 'payment', 'serial', 'usb'];

/** With every answer. Pages and files have a content security policy besides. */
export const sentHeaders = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': DENIED.map((name) => `${name}=()`).join(', '),
};

/** What the routes below /api answer is no page. */
export const apiPolicy = "default-src 'none'; frame-ancestors 'none'";
