"""Cover conflicting pairs of sites by cliques: fewer, stronger constraints than one per pair."""

from __future__ import annotations

from typing import Any

import numpy as np

from planner.kernels.jit import jit


@jit
def clique_cover(conflict: Any, pairs: Any, middle: Any, at: Any) -> Any:
    """Give cliques that together cover every conflicting pair: (members, ends), clique k is members[ends[k-1]:ends[k]].

    Parameters
    ----------
    conflict : bool (s, s)
        Symmetric, false on the diagonal.
    pairs : int64 (p, 2)
        Every conflicting pair once, those to be covered first at the front (longest first works best).
    middle : float64 (p, 2)
        Midpoint of each pair: the clique grows from common neighbours nearest to it.
    at : float64 (s, 2)
    """
    sites = conflict.shape[0]
    covered = np.zeros((sites, sites), dtype=np.bool_)
    members = np.empty(16 * sites + 2 * len(pairs) + 64, dtype=np.int64)
    ends = np.empty(len(pairs), dtype=np.int64)
    used = 0
    cliques = 0
    common = np.empty(sites, dtype=np.int64)
    away = np.empty(sites)
    for p in range(len(pairs)):
        a = pairs[p, 0]
        b = pairs[p, 1]
        if covered[a, b]:
            continue
        found = 0
        for c in range(sites):
            if conflict[a, c] and conflict[b, c]:
                dx = at[c, 0] - middle[p, 0]
                dy = at[c, 1] - middle[p, 1]
                common[found] = c
                away[found] = dx * dx + dy * dy
                found += 1
        order = np.argsort(away[:found])
        first = used
        if used + found + 2 > len(members):
            more = np.empty(2 * len(members) + found + 2, dtype=np.int64)
            more[:used] = members[:used]
            members = more
        members[used] = a
        members[used + 1] = b
        used += 2
        for k in range(found):
            c = common[order[k]]
            fits = True
            for m in range(first + 2, used):
                if not conflict[c, members[m]]:
                    fits = False
                    break
            if fits:
                members[used] = c
                used += 1
        for m in range(first, used):
            for q in range(m + 1, used):
                covered[members[m], members[q]] = True
                covered[members[q], members[m]] = True
        ends[cliques] = used
        cliques += 1
    return members[:used], ends[:cliques]
