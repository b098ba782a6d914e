/**
 * A 128-bit hash of a list of texts: no accidental collisions between recordings, but no protection against deliberate
 * ones.
 */
export class TextHash {
  private a = 0xdeadbeef;
  private b = 0x41c6ce57;
  private c = 0x9e3779b9;
  private d = 0x85ebca6b;

  add(text: string): this {
    for (let i = 0; i < text.length; i++) {
      const unit = text.charCodeAt(i);
      this.a = Math.imul(this.a ^ unit, 2654435761);
      this.b = Math.imul(this.b ^ unit, 1597334677);
      this.c = Math.imul(this.c ^ unit, 2246822507);
      this.d = Math.imul(this.d ^ unit, 3266489909);
      this.a = (this.a << 13) | (this.a >>> 19);
      this.c = (this.c << 17) | (this.c >>> 15);
    }
    // Ends the text: «ab» + «c» must not hash like «a» + «bc».
    this.b = Math.imul(this.b ^ text.length, 1597334677) ^ (this.a >>> 7);
    this.d = Math.imul(this.d ^ text.length, 3266489909) ^ (this.c >>> 9);
    return this;
  }

  digest(): string {
    const words = [this.a, this.b, this.c, this.d].map((word, index, all) => {
      const next = all[(index + 1) % all.length] ?? 0;
      let mixed = Math.imul(word ^ (word >>> 16), 2246822507) ^ Math.imul(next ^ (next >>> 13), 3266489909);
      mixed = Math.imul(mixed ^ (mixed >>> 15), 2654435761);
      return ((mixed ^ (mixed >>> 13)) >>> 0).toString(16).padStart(8, '0');
    });
    return words.join('');
  }
}
