/** ISO 3166-2 codes of divisions that GeoNames and CLDR call differently, by GeoNames' code. */
export const isoCodes: Readonly<Record<string, string>> = Object.fromEntries(
  `
CN.20 NM · PH.NCR 00 · CO.34 DC · SA.14 02 · SA.05 03 · FR.75 NAQ · FR.28 NOR · FR.27 BFC · DE.08 RP · VE.25 A · BA.01 BIH · BA.02 SRP · IT.17 32 · ES.32 NC · MY.04 04 · NG.11 FC · DK.18 82 · MX.09 CMX
KR.14 47 · KR.20 48 · KR.03 45 · KR.16 46 · KR.17 44 · KR.22 50 · PL.73 04 · PL.84 26 · PL.81 20 · RU.29 KEM · RU.12 CE · RU.93 ZAB · RU.59 PRI · BY.02 HO · BY.03 HR · BY.06 MA · IR.44 30
UA.01 71 · UA.02 74 · UA.03 77 · UA.04 12 · UA.05 14 · UA.06 26 · UA.07 63 · UA.08 65 · UA.09 68 · UA.10 35 · UA.11 43 · UA.12 30 · UA.13 32 · UA.14 09
UA.15 46 · UA.16 48 · UA.17 51 · UA.18 53 · UA.19 56 · UA.20 40 · UA.21 59 · UA.22 61 · UA.23 05 · UA.24 07 · UA.25 21 · UA.26 23 · UA.27 18
CZ.52 10 · CZ.78 64 · CZ.79 31 · CZ.80 63 · CZ.81 41 · CZ.82 52 · CZ.83 51 · CZ.84 71 · CZ.85 80 · CZ.86 53 · CZ.87 32 · CZ.88 20 · CZ.89 42 · CZ.90 72
KZ.01 19 · KZ.02 75 · KZ.03 11 · KZ.04 15 · KZ.05 71 · KZ.06 23 · KZ.07 27 · KZ.09 47 · KZ.10 61 · KZ.11 55 · KZ.12 35 · KZ.13 39 · KZ.14 43 · KZ.15 63 · KZ.16 59 · KZ.17 31 · KZ.1537272 79 · KZ.12510143 10 · KZ.12510144 33 · KZ.12510145 62
NP.1 P1 · NP.2 P2 · NP.3 P3 · NP.4 P4 · NP.5 P5 · NP.6 P6 · NP.7 P7 · ID.26 SU · ID.31 SA · ID.14 KI · ID.08 JI · ID.36 PA · ID.39 PB · ID.PD PD · ID.PE PE · ID.PS PS · ID.PT PT
VN.79 SG · EE.01 37 · EE.07 56 · EE.18 79 · EE.20 84 · IQ.18 SD · IQ.06 BB · OM.11 BS · OM.02 BJ · OM.12 SS · OM.04 SJ · PS.GZ GZA · NZ.F4 MBH · YE.02 AD · LY.70 DR`
    .split(/[·\n]/)
    .map((pair) => pair.trim().split(' '))
    .filter((pair) => pair.length === 2)
    .map(([code, iso]) => [code!, `${code!.slice(0, 2)}-${iso!}`]),
)
