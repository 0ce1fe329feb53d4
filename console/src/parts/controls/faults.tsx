/** What is wrong, read out at once; nothing if all is well. */
export function Faults({ faults, id }: { readonly faults: readonly string[]; readonly id?: string }) {
  return faults.length === 0 ? null : (
    <p className="fault" id={id} role="alert">
      {faults.join(' ')}
    </p>
  );
}
