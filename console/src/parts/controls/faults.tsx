/** Messages about what is wrong, announced to screen readers; nothing without any. */
export function Faults({ faults, id }: { readonly faults: readonly string[]; readonly id?: string }) {
  return faults.length === 0 ? null : (
    <p className="fault" id={id} role="alert">
      {faults.join(' ')}
    </p>
  );
}
