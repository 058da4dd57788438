/** The mark of the console: a parcel with a flag. */
export const Mark = ({ size }: { readonly size: number }) => (
  <img src={new URL('../mark.svg', import.meta.url).href} width={size} height={size} alt="" />
);
