export function testOptions(
  parameters: readonly string[],
  stepNames: readonly string[],
):
  | { readonly problem: string }
  | {
      readonly only: readonly string[];
      readonly filters: readonly string[];
      readonly long: boolean;
      readonly changed: boolean;
      readonly problem?: never;
    };
