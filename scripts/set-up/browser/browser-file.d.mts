export interface FoundBrowser {
  readonly how: string;
  readonly version: string;
  readonly executablePath?: string;
  readonly env?: Readonly<Record<string, string>>;
}
export function rememberedBrowser(): FoundBrowser | undefined;
