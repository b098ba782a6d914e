import { apiPolicy, chunkPolicy, developmentChunkPolicy, sentHeaders } from './lib/pages/sent-headers.mjs';

const ofChunks = process.env.NODE_ENV === 'production' ? chunkPolicy : developmentChunkPolicy;
const asList = (headers) => Object.entries(headers).map(([key, value]) => ({ key, value }));

/** @type {import('next').NextConfig} */
export default {
  reactStrictMode: true,
  poweredByHeader: false,
  devIndicators: false,
  // A page has a content security policy besides (proxy.ts).
  headers: async () => [
    { source: '/:path*', headers: asList(sentHeaders) },
    { source: '/_next/static/:path*', headers: asList({ 'content-security-policy': ofChunks }) },
    { source: '/api/:path*', headers: asList({ 'content-security-policy': apiPolicy }) },
  ],
};
