interface SentHeaders {
  readonly source: string;
  readonly headers: readonly { readonly key: string; readonly value: string }[];
}

declare const config: { headers(): Promise<readonly SentHeaders[]> };
export default config;
